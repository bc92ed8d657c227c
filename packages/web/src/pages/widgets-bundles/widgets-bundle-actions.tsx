/** What can be done with one widgets bundle, in the list and in its details. */

import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { useEntityActions } from '../../entities/use-entity-actions.tsx'
import { saveJsonFile } from '../../json-files/json-file.ts'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import {
  keyOf,
  mayChange,
  useWidgetsBundleCalls,
  useWidgetTypeCalls,
  widgetsBundleRoom,
} from './widgets-bundle-calls.ts'
import { exportedWidgetsBundle } from './widgets-bundle-input.ts'

const idOf = ({ id }: WidgetsBundle) => id.id
const nameOf = ({ title }: WidgetsBundle) => title

const deleteTexts = {
  action: 'widgetsBundles.delete',
  title: 'widgetsBundles.deleteTitle',
  text: 'widgetsBundles.deleteText',
  done: 'widgetsBundles.deleted',
} as const

export function useWidgetsBundleActions() {
  const bundles = useWidgetsBundleCalls()
  const types = useWidgetTypeCalls()
  const authority = useAccount()?.auth.authority
  const isChangeable = useMemo(() => (bundle: WidgetsBundle) => mayChange(bundle, authority), [authority])

  const own = useMemo((): EntityAction<WidgetsBundle>[] => {
    /** Asked for anew: what the list knows may be old. */
    async function save({ id }: WidgetsBundle) {
      const bundle = await bundles.get(id.id)
      saveJsonFile(bundle.title, exportedWidgetsBundle(bundle, await types.listDetails(keyOf(bundle))))
    }
    return [
      {
        id: 'export',
        label: 'widgetsBundles.export',
        icon: <Download size={16} strokeWidth={2} aria-hidden />,
        // A refusal is told by the toast of the call.
        run: (bundle) => void save(bundle).catch(() => {}),
      },
    ]
  }, [bundles, types])

  const remove = useMemo(
    () => ({
      run: (bundle: WidgetsBundle) => bundles.delete(bundle.id.id),
      texts: deleteTexts,
      isAllowed: isChangeable,
    }),
    [bundles, isChangeable],
  )
  const actions = useEntityActions({
    room: widgetsBundleRoom,
    listPath: '/widgets-bundles',
    idOf,
    nameOf,
    actions: own,
    remove,
  })
  return { ...actions, isChangeable }
}

export type WidgetsBundleActions = ReturnType<typeof useWidgetsBundleActions>
