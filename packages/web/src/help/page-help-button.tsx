/** The help of the present page, as a button: for dialogs and details that belong to it. */

import { usePageFacts } from '../places/page-facts.ts'
import { HelpButton } from './help-button.tsx'
import type { HelpPage } from './help-pages.ts'
import { helpOfRoute } from './help-places.ts'

/** `page`: what comes first, such as the help of a tab. */
export function PageHelpButton({ page }: { page?: HelpPage | undefined }) {
  const { route } = usePageFacts()
  const shown = page ?? helpOfRoute(route)
  return shown && <HelpButton page={shown} />
}
