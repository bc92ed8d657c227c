/** Queries and calls shared by the OTA package pages. */

import { createOtaPackageCalls, type OtaPackageCalls } from '@sonde/client/ota-packages/ota-package-calls'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'

export const otaRoom = 'otaPackages'

export function useOtaCalls(): OtaPackageCalls {
  const { rest } = useClient()
  return useMemo(() => createOtaPackageCalls(rest), [rest])
}

/** True if the server stores the package's file. */
export const hasFile = ({ hasData, url }: OtaPackageInfo): boolean => hasData && !url

/** True if the file was never uploaded, so that the package can't be assigned. */
export const lacksFile = ({ hasData, url }: OtaPackageInfo): boolean => !hasData && !url

/** Name of a package from title and version, such as `Pump 2.4.1`. */
export const packageName = ({ title, version }: OtaPackageInfo): string => `${title} ${version}`
