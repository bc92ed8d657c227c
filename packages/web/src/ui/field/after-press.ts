/**
 * Runs what moves the page after the press that is under way. A field that is left because something else is pressed
 * shows its fault below it; shown at once, the fault would push what is pressed away before it is released, and the
 * click would be lost.
 */

export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run)
  else run()
}

let isPressed = false
let waiting: (() => void)[] = []

function released(): void {
  isPressed = false
  // The click comes right after the release.
  setTimeout(() => {
    const all = waiting
    waiting = []
    for (const run of all) run()
  })
}

document.addEventListener(
  'pointerdown',
  () => {
    isPressed = true
  },
  true,
)
document.addEventListener('pointerup', released, true)
document.addEventListener('pointercancel', released, true)
