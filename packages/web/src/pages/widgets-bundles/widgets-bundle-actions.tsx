/** Action that exports a widgets bundle with its widgets as a file. */

import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { useMemo } from 'react'
import type { RoomActions } from '../../entity-room/room.ts'
import { exportJsonAction } from '../../json-files/export-json-action.tsx'
import { keyOf, useWidgetsBundleCalls, useWidgetTypeCalls } from './widgets-bundle-calls.ts'
import { exportedWidgetsBundle } from './widgets-bundle-input.ts'

export function useWidgetsBundleActions(): RoomActions<WidgetsBundle> {
  const bundles = useWidgetsBundleCalls()
  const types = useWidgetTypeCalls()
  const actions = useMemo(
    () => [
      exportJsonAction<WidgetsBundle>('widgetsBundles.export', async ({ id }) => {
        const bundle = await bundles.get(id.id)
        const details = await types.listDetails(keyOf(bundle))
        return { name: bundle.title, content: exportedWidgetsBundle(bundle, details) }
      }),
    ],
    [bundles, types],
  )
  return { actions }
}
