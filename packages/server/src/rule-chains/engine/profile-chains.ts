/**
 * Selects the chain for an originator's messages: the chain of its device profile, or the tenant's root chain.
 *
 * Messages from transports already name their chain; this lookup serves all others. It's skipped if no profile of the
 * tenant names a chain.
 */

import type { EntityId } from '@sonde/model/ids'
import type { Logger } from 'pino'
import type { DeviceDirectory } from '../../devices/device-directory.ts'
import type { EntityChange } from '../../storage/storage.ts'
import type { RuleSet } from './rule-set.ts'

/** Maximum number of devices whose profile is cached; the cache is cleared when full. */
const rememberedDevicesMax = 100_000
const retryMs = 1_000

export interface ProfileChains {
  /** Null: the root chain. Undefined: not known yet; `known` is called with the originator's ID later. */
  chainOf(rules: RuleSet, originator: EntityId): string | null | undefined
  changed(change: EntityChange): void
}

export interface ProfileChainsDeps {
  readonly devices: Pick<DeviceDirectory, 'find'>
  readonly known: (originatorId: string) => void
  readonly log: Pick<Logger, 'error'>
}

export function createProfileChains({ devices, known, log }: ProfileChainsDeps): ProfileChains {
  /** Profile ID by device ID; null: the device doesn't exist. */
  const profileOfDevice = new Map<string, string | null>()
  /** Lookups in flight. A change of the device marks its lookup stale, and the lookup is repeated. */
  const underway = new Map<string, { isStale: boolean }>()

  function lookUp(deviceId: string) {
    const lookup = { isStale: false }
    underway.set(deviceId, lookup)
    devices.find(deviceId).then(
      (device) => settle(deviceId, lookup, device?.profileId ?? null),
      (error: unknown) => {
        log.error(
          { err: error, deviceId },
          'Failed to read the profile of a device. Its messages wait for the next attempt.',
        )
        setTimeout(() => lookUp(deviceId), retryMs).unref()
      },
    )
  }

  function settle(deviceId: string, lookup: { isStale: boolean }, profileId: string | null) {
    if (lookup.isStale) return lookUp(deviceId)
    underway.delete(deviceId)
    if (profileOfDevice.size >= rememberedDevicesMax) profileOfDevice.clear()
    profileOfDevice.set(deviceId, profileId)
    known(deviceId)
  }

  return {
    chainOf(rules, { entityType, id }) {
      if (rules.chainOfProfile.size === 0) return null
      if (entityType === 'DEVICE_PROFILE') return rules.chainOfProfile.get(id) ?? null
      if (entityType !== 'DEVICE') return null
      const profileId = profileOfDevice.get(id)
      if (profileId !== undefined) return profileId === null ? null : (rules.chainOfProfile.get(profileId) ?? null)
      if (!underway.has(id)) lookUp(id)
      return undefined
    },

    changed({ entity }) {
      if (entity.entityType !== 'DEVICE') return
      profileOfDevice.delete(entity.id)
      const lookup = underway.get(entity.id)
      if (lookup) lookup.isStale = true
    },
  }
}
