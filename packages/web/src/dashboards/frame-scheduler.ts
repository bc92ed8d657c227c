/** Draws a widget at most once per animation frame, and only while it is visible. */

export interface FrameScheduler {
  /** Schedules a redraw after a change. */
  mark(widgetId: string): void
  setVisible(widgetId: string, isVisible: boolean): void
  forget(widgetId: string): void
  close(): void
}

export interface Frames {
  request(run: () => void): number
  cancel(handle: number): void
}

export const browserFrames: Frames = {
  request: (run) => requestAnimationFrame(run),
  cancel: (handle) => cancelAnimationFrame(handle),
}

export function createFrameScheduler(draw: (widgetId: string) => void, frames: Frames = browserFrames): FrameScheduler {
  const dirty = new Set<string>()
  const hidden = new Set<string>()
  let handle: number | null = null

  function schedule() {
    handle ??= frames.request(() => {
      handle = null
      for (const id of [...dirty]) {
        if (hidden.has(id)) continue
        dirty.delete(id)
        draw(id)
      }
    })
  }

  return {
    mark(widgetId) {
      dirty.add(widgetId)
      if (!hidden.has(widgetId)) schedule()
    },
    setVisible(widgetId, isVisible) {
      if (!isVisible) {
        hidden.add(widgetId)
        return
      }
      hidden.delete(widgetId)
      if (dirty.has(widgetId)) schedule()
    },
    forget(widgetId) {
      dirty.delete(widgetId)
      hidden.delete(widgetId)
    },
    close() {
      if (handle !== null) frames.cancel(handle)
      handle = null
      dirty.clear()
    },
  }
}
