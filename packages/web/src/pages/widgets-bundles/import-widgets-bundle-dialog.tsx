/** Imports a widget bundle with its widgets from a file, completely or not at all. */

import type { RoomDialogProps } from '../../entity-room/room.ts'
import { ImportJsonDialog } from '../../json-files/import-json-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { useWidgetsBundleCalls, useWidgetTypeCalls } from './widgets-bundle-calls.ts'
import { type ImportedWidgetsBundle, importedWidgetsBundle } from './widgets-bundle-input.ts'

export default function ImportWidgetsBundleDialog({ onClose, onAdded }: RoomDialogProps) {
  const t = useText()
  const bundles = useWidgetsBundleCalls()
  const types = useWidgetTypeCalls()
  const toasts = useToasts()

  async function run(imported: ImportedWidgetsBundle) {
    const quiet = { ignoreErrors: true }
    const bundle = await bundles.save(imported.bundle, quiet)
    try {
      // Sequential, because widgets are ordered by creation time.
      for (const type of imported.types) await types.save({ ...type, bundleAlias: bundle.alias }, quiet)
    } catch (error) {
      // An incomplete bundle is useless. If deleting it fails, the reason of the import's failure is shown nevertheless.
      await bundles.delete(bundle.id.id, quiet).catch(() => undefined)
      throw error
    }
    await onAdded(bundle.id.id)
    toasts.show({
      kind: 'success',
      text: t('widgetsBundles.imported', { name: bundle.title, count: imported.types.length }),
    })
  }

  return (
    <ImportJsonDialog
      title={t('widgetsBundles.add')}
      parse={(content) => importedWidgetsBundle(content, t)}
      run={run}
      onClose={onClose}
    />
  )
}
