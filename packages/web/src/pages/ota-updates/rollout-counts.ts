/** Counts the devices that a package is offered to, by the state of their update. */

import type { EntityQueryCalls } from '@sonde/client/entity-query/entity-query-calls'
import type { EntityCountQuery } from '@sonde/model/entity-query/entity-query'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { progressKey, type UpdateState, updateStates } from '../../ota-packages/package-state.ts'

export interface StateCount {
  readonly state: UpdateState
  readonly count: number
}

/**
 * Devices in the state whose target is the package. A device without a package keeps its last target and state, so it
 * counts as long as it gets no other package. `profileName`: null for devices of all profiles.
 */
export function rolloutQuery(
  { type, title, version }: Pick<OtaPackageInfo, 'type' | 'title' | 'version'>,
  profileName: string | null,
  state: UpdateState,
): EntityCountQuery {
  const equals = (field: 'state' | 'target_title' | 'target_version', value: string) => ({
    key: { type: 'TIME_SERIES' as const, key: progressKey(type, field) },
    valueType: 'STRING' as const,
    predicate: { type: 'STRING' as const, operation: 'EQUAL' as const, value: { defaultValue: value } },
  })
  return {
    entityFilter:
      profileName === null
        ? { type: 'entityType', entityType: 'DEVICE' }
        : { type: 'deviceType', deviceType: profileName, deviceNameFilter: '' },
    keyFilters: [equals('state', state), equals('target_title', title), equals('target_version', version)],
  }
}

/** States that devices are in, the most advanced first and failures last: one query for each possible state. */
export async function countRollout(
  { count }: Pick<EntityQueryCalls, 'count'>,
  otaPackage: Pick<OtaPackageInfo, 'type' | 'title' | 'version'>,
  profileName: string | null,
  signal: AbortSignal,
): Promise<readonly StateCount[]> {
  const counts = await Promise.all(
    shownStates.map(async (state) => ({
      state,
      count: await count(rolloutQuery(otaPackage, profileName, state), {
        signal,
        ignoreErrors: true,
        ignoreLoading: true,
      }),
    })),
  )
  return counts.filter(({ count: devices }) => devices > 0)
}

const shownStates: readonly UpdateState[] = [
  ...updateStates.filter((state) => state !== 'FAILED').toReversed(),
  'FAILED',
]
