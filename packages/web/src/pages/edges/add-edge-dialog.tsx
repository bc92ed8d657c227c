/** Adds an edge. */

import { useState } from 'react'
import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useEdgeCalls } from './edge-calls.ts'
import { EdgeFields } from './edge-form.tsx'
import { edgeFaults, inputOf, newEdge } from './edge-input.ts'
import { EdgeKeys } from './edge-keys.tsx'

interface AddEdgeDialogProps {
  readonly onClose: () => void
  readonly onAdded: (edgeId: string) => Promise<void>
}

export default function AddEdgeDialog({ onClose, onAdded }: AddEdgeDialogProps) {
  const t = useText()
  const edges = useEdgeCalls()
  const [initial] = useState(newEdge)
  return (
    <NewEntityDialog
      title={t('edges.add')}
      initial={initial}
      faultsOf={edgeFaults}
      create={async (draft) => onAdded((await edges.save(inputOf(draft, null), { ignoreErrors: true })).id.id)}
      onClose={onClose}
      size={480}
    >
      {({ draft, change, touch, faults }) => (
        <>
          <EdgeFields draft={draft} onChange={change} onBlur={touch} faults={faults} />
          <EdgeKeys routingKey={draft.routingKey} secret={draft.secret} />
        </>
      )}
    </NewEntityDialog>
  )
}
