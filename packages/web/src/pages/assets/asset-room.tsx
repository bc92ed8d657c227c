/** Description of asset pages. */

import { createAssetCalls } from '@sonde/client/assets/asset-calls'
import { reservedAssetType } from '@sonde/model/assets/reserved-type'
import { LabeledFields } from '../../assignment/assignable-fields.tsx'
import { defineRoom, withoutCustomers } from '../../entity-room/room.ts'
import { assetFaults, draftOf, emptyAsset, inputOf } from './asset-input.ts'

export const assetRoom = defineRoom({
  kind: 'ASSET',
  name: 'assets',
  path: '/assets',
  one: 'assets.asset',
  oneFailed: 'assets.assetFailed',
  createCalls(rest) {
    const calls = createAssetCalls(rest)
    return { ...calls, listOfEdge: async (...args) => withoutCustomers(await calls.listOfEdge(...args)) }
  },
  form: {
    newDraft: () => emptyAsset,
    draftOf,
    faultsOf: assetFaults,
    inputOf,
    Fields: (form) => <LabeledFields kind="ASSET" {...form} />,
  },
  addSize: 480,
  reservedType: reservedAssetType,
  hasLabel: true,
})
