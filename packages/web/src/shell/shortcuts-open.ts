/** Whether the shortcut dialog is open. */

import { createObservable } from '../ui/observable.ts'

export const areShortcutsOpen = createObservable(false)
export const openShortcuts = (): void => areShortcutsOpen.set(true)
