/** Whether the command palette is open. */

import { createObservable } from '../ui/observable.ts'

export const isPaletteOpen = createObservable(false)
export const openPalette = (): void => isPaletteOpen.set(true)
