/** The longest delay that a timer of the runtime takes, ms; longer ones would fire at once. */
export const timerMsMax = 0x7fff_ffff
