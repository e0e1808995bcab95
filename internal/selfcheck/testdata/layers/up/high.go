package up

const roof = 1
