/** Position of a floating box: next to its anchor, flipped if space is short, never outside the window. */

export type Placement = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'top' | 'bottom' | 'left' | 'right'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Px between anchor and box, and between box and the window's edge. */
const gap = 6
const edge = 8

/** Left and top of `box` in window coordinates, px. */
export function place(
  anchor: Box,
  box: { width: number; height: number },
  window: { width: number; height: number },
  placement: Placement,
): { left: number; top: number } {
  const [side, align] = placement.split('-')
  if (side === 'left' || side === 'right') {
    const roomLeft = anchor.left - gap - edge
    const roomRight = window.width - anchor.left - anchor.width - gap - edge
    const goLeft =
      side === 'left' ? roomLeft >= box.width || roomLeft > roomRight : roomRight < box.width && roomLeft > roomRight
    return {
      left: within(goLeft ? anchor.left - gap - box.width : anchor.left + anchor.width + gap, box.width, window.width),
      top: within(anchor.top + (anchor.height - box.height) / 2, box.height, window.height),
    }
  }
  const roomAbove = anchor.top - gap - edge
  const roomBelow = window.height - anchor.top - anchor.height - gap - edge
  const goUp =
    side === 'top' ? roomAbove >= box.height || roomAbove > roomBelow : roomBelow < box.height && roomAbove > roomBelow
  const left =
    align === 'end'
      ? anchor.left + anchor.width - box.width
      : align === 'start'
        ? anchor.left
        : anchor.left + (anchor.width - box.width) / 2
  return {
    left: within(left, box.width, window.width),
    top: within(goUp ? anchor.top - gap - box.height : anchor.top + anchor.height + gap, box.height, window.height),
  }
}

const within = (start: number, size: number, room: number): number =>
  Math.max(edge, Math.min(start, room - size - edge))
