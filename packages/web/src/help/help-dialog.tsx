/** Dialog with the help of the current page. */

import { useText } from '../locale/use-text.tsx'
import { usePageFacts } from '../places/page-facts.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { HelpPanel } from './help-panel.tsx'
import { helpOfRoute } from './help-places.ts'

export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { route } = usePageFacts()
  return (
    <Dialog title={t('help.title')} size={640} isFlush onClose={onClose}>
      <HelpPanel page={helpOfRoute(route) ?? 'index'} />
    </Dialog>
  )
}
