/** Lists rule chains that an edge lacks and that its other chains call. */

import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

/** Names of missing chains by the name of the chain that calls them. */
export type MissingChains = Readonly<Record<string, readonly string[]>>

export function MissingChainsDialog({
  missing,
  onClose,
}: {
  readonly missing: MissingChains
  readonly onClose: () => void
}) {
  const t = useText()
  return (
    <Dialog
      title={t('edges.missingTitle')}
      onClose={onClose}
      footer={
        <Button kind="filled" onClick={onClose} data-autofocus>
          {t('edges.done')}
        </Button>
      }
    >
      <p className="sd-text-2">{t('edges.missingText')}</p>
      <dl className="sd-facts">
        {Object.entries(missing).map(([name, called]) => (
          <div key={name} className="sd-fact">
            <dt>{t('edges.missingOf', { name })}</dt>
            <dd>{called.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
