package chess
import ("testing";"strings")
func TestDbg(t *testing.T){
	g := generateGames(t, 2, grammarGames())
	s := NewPGNScanner(strings.NewReader(string(g.text)))
	for e := s.Next(); e != PGNEnd; e = s.Next() { if e==PGNFault { lines := strings.Split(string(g.text),"\n"); t.Fatalf("%v\n%s", s.Fault(), strings.Join(lines[max(0,s.Fault().Line-9):s.Fault().Line],"\n")) } }
}
