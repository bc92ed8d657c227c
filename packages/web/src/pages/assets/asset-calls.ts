/** What several parts of the assets room ask of the platform. */

import { createAssetCalls } from '@sonde/client/assets/asset-calls'
import type { AssetInfo } from '@sonde/model/assets/asset'
import { useMemo } from 'react'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'

export function useAssetCalls() {
  const { rest } = useClient()
  return useMemo(() => createAssetCalls(rest), [rest])
}

/** An asset; what the list knows of it is shown until the answer comes. */
export function useAsset(assetId: string, known: AssetInfo | undefined) {
  const assets = useAssetCalls()
  return useEntity({
    room: 'assets',
    id: assetId,
    load: (id, signal) => assets.info(id, { signal, ignoreErrors: true }),
    known,
  })
}
