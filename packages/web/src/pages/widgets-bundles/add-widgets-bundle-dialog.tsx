/** Adds a widget bundle without widgets. */

import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import type { PlainRoomDialogProps } from '../../entity-room/plain-room.ts'
import { useText } from '../../locale/use-text.tsx'
import { useWidgetsBundleCalls } from './widgets-bundle-calls.ts'
import { WidgetsBundleFields } from './widgets-bundle-form.tsx'
import {
  emptyWidgetsBundle,
  type WidgetsBundleDraft,
  widgetsBundleFaults,
  wireWidgetsBundle,
} from './widgets-bundle-input.ts'

export default function AddWidgetsBundleDialog({ onClose, onAdded }: PlainRoomDialogProps) {
  const t = useText()
  const bundles = useWidgetsBundleCalls()
  return (
    <NewEntityDialog
      title={t('widgetsBundles.add')}
      initial={emptyWidgetsBundle}
      faultsOf={(draft: WidgetsBundleDraft) => widgetsBundleFaults(draft, t)}
      create={async (draft) =>
        onAdded((await bundles.save(wireWidgetsBundle(draft, null), { ignoreErrors: true })).id.id)
      }
      onClose={onClose}
      size={480}
    >
      {(fields) => <WidgetsBundleFields fields={fields} />}
    </NewEntityDialog>
  )
}
