/**
 * Remembers which widget is at work, in the tab's storage. In browsers that run a frame in the process of its page, code
 * without end freezes both: after the tab was loaded again, the mark says which widget not to start by itself.
 */

const nameOf = (widgetId: string): string => `sonde.busyWidget.${widgetId}`

function inStorage<T>(use: (storage: Storage) => T, otherwise: T): T {
  try {
    return use(sessionStorage)
  } catch {
    // Storage is blocked or full: the widget starts as usual.
    return otherwise
  }
}

export const setBusy = (widgetId: string, isBusy: boolean): void =>
  inStorage((storage) => {
    if (isBusy) storage.setItem(nameOf(widgetId), '1')
    else storage.removeItem(nameOf(widgetId))
  }, undefined)

/** The page ended while the widget was at work. */
export const wasBusy = (widgetId: string): boolean =>
  inStorage((storage) => storage.getItem(nameOf(widgetId)) !== null, false)
