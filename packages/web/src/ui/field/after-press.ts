/**
 * Delays layout changes until the pointer press in progress ends. Example: pressing a button blurs a field, which then
 * shows its error below it. Shown immediately, the error would move the button away before the release, and the click
 * would be lost.
 */

export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run)
  else run()
}

let isPressed = false
let waiting: (() => void)[] = []

function released(): void {
  isPressed = false
  // The click event follows directly after the release.
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
