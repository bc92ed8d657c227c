/** Whether the help dialog of the current page is open: opened by the command palette, or on narrow toolbars. */

import { createObservable } from '../ui/observable.ts'

export const isHelpOpen = createObservable(false)
export const openHelp = (): void => isHelpOpen.set(true)
