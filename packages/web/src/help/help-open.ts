/** Whether the help of the present page is open as a dialog: from the palette, and where the toolbar has no room. */

import { createObservable } from '../ui/observable.ts'

export const isHelpOpen = createObservable(false)
export const openHelp = (): void => isHelpOpen.set(true)
