/** Actions of one widgets bundle, in the list and in its details. */

import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { useMemo } from 'react'
import { useEntityActions } from '../../entities/use-entity-actions.tsx'
import { exportJsonAction } from '../../json-files/export-json-action.tsx'
import { useAccount } from '../../session/use-session.tsx'
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

  const own = useMemo(
    () => [
      exportJsonAction<WidgetsBundle>('widgetsBundles.export', async ({ id }) => {
        const bundle = await bundles.get(id.id)
        const details = await types.listDetails(keyOf(bundle))
        return { name: bundle.title, content: exportedWidgetsBundle(bundle, details) }
      }),
    ],
    [bundles, types],
  )

  const remove = useMemo(
    () => ({
      run: (bundle: WidgetsBundle) => bundles.delete(bundle.id.id),
      texts: deleteTexts,
      isUndoable: true,
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
