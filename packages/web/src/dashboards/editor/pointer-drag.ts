/** Follows a pressed pointer until it is released; at most one step per frame. `Esc` cancels. */

/** Movement in pixels after which a press is a drag. */
const startPx = 4
/** Near an edge of the scrolled area, pixels, it scrolls along. */
const edgePx = 40
const scrollPx = 14

export interface DragSteps {
  readonly onStart: () => void
  /** Pixels from where the drag began, including what was scrolled. */
  readonly onMove: (dx: number, dy: number) => void
  /** Null: cancelled. Not called if the drag never began. */
  readonly onEnd: (by: { readonly dx: number; readonly dy: number } | null) => void
}

export function followPointer(
  press: { readonly pointerId: number; readonly clientX: number; readonly clientY: number },
  target: HTMLElement,
  scrolled: HTMLElement,
  steps: DragSteps,
): void {
  let x = press.clientX
  let y = press.clientY
  const startScroll = scrolled.scrollTop
  let hasStarted = false
  let frame = 0
  target.setPointerCapture(press.pointerId)

  const by = () => ({ dx: x - press.clientX, dy: y - press.clientY + scrolled.scrollTop - startScroll })

  function step() {
    frame = 0
    const { top, bottom } = scrolled.getBoundingClientRect()
    const before = scrolled.scrollTop
    if (y < top + edgePx) scrolled.scrollTop -= scrollPx
    else if (y > bottom - edgePx) scrolled.scrollTop += scrollPx
    const { dx, dy } = by()
    steps.onMove(dx, dy)
    if (scrolled.scrollTop !== before) frame = requestAnimationFrame(step)
  }

  function onPointerMove(event: PointerEvent) {
    x = event.clientX
    y = event.clientY
    if (!hasStarted) {
      if (Math.hypot(x - press.clientX, y - press.clientY) < startPx) return
      hasStarted = true
      steps.onStart()
    }
    if (frame === 0) frame = requestAnimationFrame(step)
  }

  function end(isCancelled: boolean) {
    cancelAnimationFrame(frame)
    target.removeEventListener('pointermove', onPointerMove)
    target.removeEventListener('pointerup', onUp)
    target.removeEventListener('pointercancel', onCancel)
    document.removeEventListener('keydown', onKey, true)
    if (hasStarted) steps.onEnd(isCancelled ? null : by())
  }
  const onUp = () => end(false)
  const onCancel = () => end(true)
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(true)
  }
  target.addEventListener('pointermove', onPointerMove)
  target.addEventListener('pointerup', onUp)
  target.addEventListener('pointercancel', onCancel)
  document.addEventListener('keydown', onKey, true)
}
