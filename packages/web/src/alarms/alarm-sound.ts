/** Plays two short tones, in only one of several open tabs. */

const tones = [880, 660] as const
const toneSeconds = 0.18
const quietMs = 1_500

let context: AudioContext | undefined

/** Silent if the browser blocks sound, such as before the first click on a page. */
export function playAlarmSound(): void {
  if (!('AudioContext' in window)) return
  if (!('locks' in navigator)) {
    play()
    return
  }
  void navigator.locks.request('sonde-alarm-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    play()
    // Holds the lock until the other tabs have received the same alarm.
    await new Promise((resolve) => setTimeout(resolve, quietMs))
  })
}

function play() {
  context ??= new AudioContext()
  const audio = context
  void audio.resume().then(
    () => {
      for (const [at, frequency] of tones.entries()) tone(audio, frequency, audio.currentTime + at * toneSeconds)
    },
    () => {},
  )
}

function tone(audio: AudioContext, frequency: number, startSeconds: number) {
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.frequency.value = frequency
  gain.gain.setValueAtTime(0.0001, startSeconds)
  gain.gain.exponentialRampToValueAtTime(0.2, startSeconds + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0001, startSeconds + toneSeconds)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(startSeconds)
  oscillator.stop(startSeconds + toneSeconds)
}
