/** Creates the parts of OTA packages and connects them. */

import type { Logger } from 'pino'
import type { Access } from '../access/operations.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { createOtaPackageService } from './ota-package-service.ts'
import { createOtaPackageStore } from './ota-package-store.ts'
import { createPackageAssignment } from './package-assignment.ts'
import { createPackageFiles } from './package-files.ts'
import { createPackageRollout } from './package-rollout.ts'
import { createPackageRolloutStore } from './package-rollout-store.ts'

export interface OtaPackagesDeps {
  readonly relational: RelationalStore
  readonly attributes: AttributeStore
  readonly access: Access
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly quotas: Pick<EntityLimits, 'withBytes'>
  readonly dataFolder: string
  /** Maximum size of a file, bytes. */
  readonly fileBytesMax: number
  readonly ttlSecondsOf: (tenantId: string) => number
  readonly log: Logger
}

/** Entity types whose deletion deletes packages. */
const holders: readonly string[] = ['OTA_PACKAGE', 'DEVICE_PROFILE', 'TENANT']

export function createOtaPackages(deps: OtaPackagesDeps) {
  const { relational, live, log, dataFolder } = deps
  const store = createOtaPackageStore(relational)
  const rollouts = createPackageRolloutStore(relational)
  const files = createPackageFiles({ dataFolder, named: store.files, log })
  const rollout = createPackageRollout({ ...deps, store, rollouts })
  const stopListening = live.watchAll({
    change({ kind, entity }) {
      if (kind === 'deleted' && holders.includes(entity.entityType)) files.sweepLater()
    },
  })
  return {
    otaPackages: createOtaPackageService({ ...deps, store, files }),
    packageAssignment: createPackageAssignment({ ...deps, store, rollouts }),
    files,
    /** Target package of a device. */
    packageOfDevice: store.ofDevice,
    /** Deletes unreferenced files and resumes rollouts that the previous run of the server didn't finish. */
    async start(): Promise<void> {
      await files.sweep()
      void rollout.run()
    },
    /** Resolves when all devices are updated. */
    notifyAll: rollout.run,
    async close(): Promise<void> {
      stopListening()
      await rollout.close()
      await files.close()
    },
  }
}
