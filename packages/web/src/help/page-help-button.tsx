/** Button for the help of the current page, for its dialogs and details. */

import { usePageFacts } from '../places/page-facts.ts'
import { HelpButton } from './help-button.tsx'
import type { HelpPage } from './help-pages.ts'
import { helpOfRoute } from './help-places.ts'

/** `page`: overrides the page's help, such as with that of a tab. */
export function PageHelpButton({ page }: { page?: HelpPage | undefined }) {
  const { route } = usePageFacts()
  const shown = page ?? helpOfRoute(route)
  return shown && <HelpButton page={shown} />
}
