/** Maximum delay of a runtime timer, ms; longer ones would fire at once. */
export const timerMsMax = 0x7fff_ffff
