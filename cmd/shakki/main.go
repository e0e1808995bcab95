package main
import ("fmt";"os";"strconv";"time";"github.com/shakki/chess")
func main(){
 p,err:=chess.ParseFEN(os.Args[1]); if err!=nil {fmt.Println(err);os.Exit(2)}
 d,_:=strconv.Atoi(os.Args[2]); t:=time.Now()
 n:=chess.Perft(&p,d); e:=time.Since(t)
 fmt.Println(n, e, float64(n)/e.Seconds()/1e6)
}
