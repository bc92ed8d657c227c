/** Calls for assets, which group devices. */

import { createPlainCalls, type PlainCalls } from '../assignables/plain-calls.ts'
import type { Rest } from '../rest/rest.ts'

export type AssetCalls = PlainCalls<'ASSET'>

export const createAssetCalls = (rest: Rest): AssetCalls => createPlainCalls(rest, 'ASSET')
