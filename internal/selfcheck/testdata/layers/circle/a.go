package circle

type a struct{ next b }
