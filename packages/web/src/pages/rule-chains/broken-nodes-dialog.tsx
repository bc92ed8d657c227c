/** Names the nodes of an imported rule chain that can't run, before the rule chain is opened. */

import './rule-chains.css'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { BrokenNode } from './node-problems.ts'

interface BrokenNodesDialogProps {
  readonly chainName: string
  readonly nodes: readonly BrokenNode[]
  readonly onOpen: () => void
  readonly onClose: () => void
}

export function BrokenNodesDialog({ chainName, nodes, onOpen, onClose }: BrokenNodesDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={t('ruleChains.nodesBroken', { count: nodes.length })}
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Button kind="filled" onClick={onOpen}>
            {t('ruleChains.openImported')}
          </Button>
        </>
      }
    >
      <p className="sd-text-2">{t('ruleChains.importedBroken', { name: chainName, count: nodes.length })}</p>
      <ul className="sd-broken-nodes">
        {nodes.map(({ id, name, reasons }) => (
          <li key={id}>
            <b className="sd-medium">{name}</b>
            {reasons.map((reason) => (
              <p key={reason} className="sd-text-2 sd-sm">
                {reason}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
