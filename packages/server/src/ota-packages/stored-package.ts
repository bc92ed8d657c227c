/** A package as modules exchange it: its API data and the name of its file. */

import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'

export interface StoredPackage {
  readonly info: OtaPackageInfo
  /** File name in the packages folder; null: no file was uploaded. */
  readonly file: string | null
}
