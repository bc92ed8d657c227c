/** A package as the rooms hand it around: what the wire shows, and where its file is. */

import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'

export interface StoredPackage {
  readonly info: OtaPackageInfo
  /** Name in the folder of packages; null: none was uploaded. */
  readonly file: string | null
}
