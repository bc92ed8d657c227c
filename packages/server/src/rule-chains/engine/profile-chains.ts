/**
 * Which chain an originator's messages go to: that of its device profile, else the tenant's root chain.
 *
 * Transports name the chain in the message; this answers for all others. Where no profile of the tenant names a chain,
 * nothing is looked up.
 */

import type { EntityId } from '@sonde/model/ids'
import type { Logger } from 'pino'
import type { DeviceDirectory } from '../../devices/device-directory.ts'
import type { EntityChange } from '../../storage/storage.ts'
import type { RuleSet } from './rule-set.ts'

/** Devices whose profile is remembered; emptied when full. */
const rememberedDevicesMax = 100_000
const retryMs = 1_000

export interface ProfileChains {
  /** null: the root chain. undefined: not known yet, `known` is called with the originator's id. */
  chainOf(rules: RuleSet, originator: EntityId): string | null | undefined
  changed(change: EntityChange): void
}

export interface ProfileChainsDeps {
  readonly devices: Pick<DeviceDirectory, 'find'>
  readonly known: (originatorId: string) => void
  readonly log: Pick<Logger, 'error'>
}

export function createProfileChains({ devices, known, log }: ProfileChainsDeps): ProfileChains {
  /** null: the device is gone. */
  const profileOfDevice = new Map<string, string | null>()
  /** Lookups under way; a change meanwhile makes them look again. */
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
