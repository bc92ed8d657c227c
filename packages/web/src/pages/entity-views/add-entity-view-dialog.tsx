/** Adds an entity view. */

import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useEntityViewCalls } from './entity-view-calls.ts'
import { EntityViewFields } from './entity-view-fields.tsx'
import { emptyView, inputOf, viewFaults } from './entity-view-input.ts'

interface AddEntityViewDialogProps {
  readonly onClose: () => void
  readonly onAdded: (entityViewId: string) => Promise<void>
}

export default function AddEntityViewDialog({ onClose, onAdded }: AddEntityViewDialogProps) {
  const t = useText()
  const entityViews = useEntityViewCalls()
  return (
    <NewEntityDialog
      title={t('entityViews.add')}
      initial={emptyView}
      faultsOf={viewFaults}
      create={async (draft) => onAdded((await entityViews.save(inputOf(draft, null), { ignoreErrors: true })).id.id)}
      onClose={onClose}
    >
      {({ draft, change, touch, faults }) => (
        <EntityViewFields draft={draft} onChange={change} onBlur={touch} faults={faults} />
      )}
    </NewEntityDialog>
  )
}
