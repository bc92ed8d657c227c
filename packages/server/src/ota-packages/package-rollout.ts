/**
 * Notifies the devices of a profile of its new package: in the background, in commits of limited size, so that a
 * profile with very many devices doesn't block other work.
 *
 * Each commit also records the progress, so every device is updated once, across restarts and crashes. Devices that get
 * their own package or another profile in the meantime are skipped.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { RowsMismatch, StoreFailed } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import type { OtaPackageStore } from './ota-package-store.ts'
import type { PackageRolloutStore, Rollout } from './package-rollout-store.ts'
import { packageKeys, targetWrites } from './package-target.ts'

/** Devices per commit; each gets up to six points and seven attributes. */
export const devicesPerCommit = 100
/** Pause between two commits, which leaves most of the time to other work. */
const breathMs = 5
/** Delay of a retry after a failure. */
const retryMs = 60_000

export interface PackageRolloutDeps {
  readonly rollouts: PackageRolloutStore
  readonly store: Pick<OtaPackageStore, 'find'>
  readonly attributes: Pick<AttributeStore, 'attributesOfMany'>
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly ttlSecondsOf: (tenantId: string) => number
  readonly log: Pick<Logger, 'error' | 'info'>
}

export type PackageRollout = ReturnType<typeof createPackageRollout>

export function createPackageRollout(deps: PackageRolloutDeps) {
  const { rollouts, store, attributes, commit, live, clock, ttlSecondsOf, log } = deps
  let isClosed = false
  let isWanted = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const stopListening = live.watchAll({
    change({ kind, entity }) {
      if (kind === 'updated' && entity.entityType === 'DEVICE_PROFILE') void run()
    },
  })

  /** Updates the remaining devices. Resolves when all are updated, or after a failure. */
  function run(): Promise<void> {
    isWanted = true
    running ??= (async () => {
      while (isWanted && !isClosed) {
        isWanted = false
        for (let rollout = await rollouts.next(); rollout && !isClosed; rollout = await rollouts.next()) {
          await portion(rollout)
          await pause(breathMs)
        }
      }
    })()
      .catch((error: unknown) => {
        if (!(error instanceof StoreFailed)) log.error({ err: error }, 'Failed to notify devices of their OTA package.')
        if (!isClosed) timer ??= setTimeout(retry, retryMs).unref()
      })
      .finally(() => {
        running = null
        // Handles a change that came while the last rollout was finished.
        if (isWanted && !isClosed) void run()
      })
    return running
  }

  function retry() {
    timer = undefined
    void run()
  }

  async function portion(rollout: Rollout): Promise<void> {
    const { tenantId, type, packageId, profileId } = rollout
    const deviceIds = await rollouts.devices(rollout, devicesPerCommit)
    if (deviceIds.length === 0) {
      await commit({ statements: [rollouts.finish(rollout)] })
      log.info({ profileId, type }, 'The devices of a profile were notified of their OTA package.')
      return
    }
    const info = packageId === null ? null : ((await store.find(tenantId, packageId))?.info ?? null)
    const present = await attributes.attributesOfMany(deviceIds, 'SHARED_SCOPE', [...packageKeys(type)])
    const times = { nowMs: clock.nowMs(), ttlSeconds: ttlSecondsOf(tenantId) }
    const writes = deviceIds.map((deviceId) => {
      const keys = (present.get(deviceId) ?? []).map(({ key }) => key)
      return targetWrites({ deviceId, tenantId }, type, info, keys, times)
    })
    try {
      await commit({
        statements: [rollouts.requireProfilePackages(type, profileId, packageId), rollouts.advance(rollout, deviceIds)],
        points: writes.flatMap(({ points }) => points),
        attributes: writes.flatMap((each) => each.attributes),
      })
    } catch (error) {
      // A device or the profile was changed by another commit: the same devices are checked again.
      if (!(error instanceof RowsMismatch)) throw error
    }
  }

  return {
    run,
    async close(): Promise<void> {
      isClosed = true
      stopListening()
      clearTimeout(timer)
      await running
    },
  }
}
