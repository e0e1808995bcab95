package circle

const landing = 3

var _ = a{}.next
