/**
 * Configuration that the data layer opens with: it stays the same while only widgets, states or settings are edited,
 * so that live data continues.
 */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { useState } from 'react'

export function useSources(configuration: DashboardConfiguration): DashboardConfiguration {
  const [kept, setKept] = useState(configuration)
  if (kept.entityAliases === configuration.entityAliases && kept.filters === configuration.filters) return kept
  setKept(configuration)
  return configuration
}
