package diagram

import "github.com/shakki/chess"

// A figure is the drawing of a piece in a square that is 100 wide and high, with y going down. The
// base line is at 88. A path consists of the commands M, L, H, V, C, and Z, in capitals.
type figure struct {
	body  string   // the outline, filled and stroked
	balls []circle // parts of the outline
	lines string   // details, stroked
	eyes  []circle // details, filled
}

// A circle has the center x, y and the radius r.
type circle struct{ x, y, r float64 }

// figures are our own drawings, by set and piece type.
var figures = [...][chess.King + 1]figure{
	Traditional: {
		chess.Pawn: {
			body: "M50 21C58 21 64 27 64 35 64 40 61.5 44 58 46.5 61 48 63 50 63 53.5H57C58 62 62 67" +
				" 68 71.5 73 75 76 79 76 88H24C24 79 27 75 32 71.5 38 67 42 62 43 53.5H37C37 50 39" +
				" 48 42 46.5 38.5 44 36 40 36 35 36 27 42 21 50 21Z",
			lines: "M43 53.5H57M31 78.5H69",
		},
		chess.Knight: {
			body: "M24 88C24 81 27 77 33 76C35 67 46 65 46.5 55C41.5 60 36 61 32 62C31 66 27 68.5 23" +
				" 67.5C18 66.5 15.5 61.5 16.5 56C17.5 52 22 47 24 42C26 37 29 32 34 27L35 13C40 15" +
				" 44 18 47 22L54 14C56 17 57 20 58 23C74 29 82 45 82 62C82 68 80.5 73 78 76C79 80 79" +
				" 84 79 88Z",
			lines: "M57 24C68 33 74 47 72 64M46.5 55C49 52.5 51 50 52 46.5M33 77.5H72",
			eyes:  []circle{{38, 36, 3.2}, {22.8, 57.5, 2.2}},
		},
		chess.Bishop: {
			body: "M50 9C54 9 56.5 12 56.5 15 56.5 17.5 55.5 19.5 54 20.5 62 26 70 36 70 47 70 54 66" +
				" 60 60.5 63 63.5 64 64.5 66 64.5 69H59C62 73 68 75 73 77 76 79 77 83 77 88H23C23 83" +
				" 24 79 27 77 32 75 38 73 41 69H35.5C35.5 66 36.5 64 39.5 63 34 60 30 54 30 47 30 36" +
				" 38 26 46 20.5 44.5 19.5 43.5 17.5 43.5 15 43.5 12 46 9 50 9Z",
			lines: "M41 69H59M39.5 63C47 61 53 61 60.5 63M30 79.5H70M49 46L59 33",
		},
		chess.Rook: {
			body: "M50 18H56V25H64.5V18H75V33L66 40.5 68 67 74 73.5C76.5 77 77 82 77 88H23C23 82 23.5" +
				" 77 26 73.5L32 67 34 40.5 25 33V18H35.5V25H44V18Z",
			lines: "M34 40.5H66M32 67H68M27 78.5H73",
		},
		chess.Queen: {
			body: "M50 22.5L58 50 68 27 71 53 86 34 77.5 64C75.5 67 75.5 70 76 73 77 77 77 82 77 88H23" +
				"C23 82 23 77 24 73 24.5 70 24.5 67 22.5 64L14 34 29 53 32 27 42 50 50 22.5Z",
			balls: []circle{{50, 17, 5.5}, {31, 21.5, 5.5}, {69, 21.5, 5.5}, {12.5, 29, 5.5}, {87.5, 29, 5.5}},
			lines: "M23.5 65C40 61 60 61 76.5 65M25 75C40 71.5 60 71.5 75 75",
		},
		chess.King: {
			body: "M50 5H55V11H62V20.5H55V28C58 29 60.5 31.5 62 35 74 30 87 37 87 49 87 57 82 62 77.5" +
				" 65 75.5 68 75.5 70 76 73 77 77 77 82 77 88H23C23 82 23 77 24 73 24.5 70 24.5 68" +
				" 22.5 65 18 62 13 57 13 49 13 37 26 30 38 35 39.5 31.5 42 29 45 28V20.5H38V11H45V5Z",
			lines: "M23.5 66C40 62 60 62 76.5 66M25 75C40 71.5 60 71.5 75 75M50 62C50 50 54 42 62 35M50" +
				" 62C50 50 46 42 38 35",
		},
	},
	Plain: {
		chess.Pawn: {
			body: "M50 25C58 25 64 31 64 38.5 64 43 62 47 58.5 49.5L65 76H75V88H25V76H35L41.5 49.5C38" +
				" 47 36 43 36 38.5 36 31 42 25 50 25Z",
		},
		chess.Knight: {
			body: "M25 88V76H35C36 65 48 62 49 50L37 55.5L29 65L15.5 56L30 32L33 13L45.5 22C68 23 77" +
				" 44 73 76H78V88Z",
			eyes: []circle{{39, 36.5, 3.8}},
		},
		chess.Bishop: {
			body: "M50 12C60 22 69 34 69 46.5 69 55 65 60 61 63.5L65 76H76V88H24V76H35L39 63.5C35 60" +
				" 31 55 31 46.5 31 34 40 22 50 12Z",
			lines: "M50 45L61 31",
		},
		chess.Rook: {
			body: "M50 20H56V29H64V20H76V43H68L70 76H77V88H23V76H30L32 43H24V20H36V29H44V20Z",
		},
		chess.Queen: {
			body: "M50 16L60 46 70.5 19 72.5 50 89 27 75 76H79V88H21V76H25L11 27 27.5 50 29.5 19 40 46" +
				" 50 16Z",
		},
		chess.King: {
			body: "M50 7H55.5V14.5H64V25H55.5V34C72 31 87 37 85 50 84 60 76 66 74 76H79V88H21V76H26C24" +
				" 66 16 60 15 50 13 37 28 31 44.5 34V25H36V14.5H44.5V7Z",
		},
	},
}
