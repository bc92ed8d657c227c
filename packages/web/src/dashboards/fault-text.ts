/** Describes faults of functions in widget settings. */

import type { Translate } from '../locale/texts.ts'
import type { NamedFault } from './widget-functions.ts'

/** Names of the settings for readers; others are shown as they are stored. */
const settingTexts = {
  postFuncBody: 'dashboards.postProcessing',
  cellContentFunction: 'dashboards.cellContent',
  cellStyleFunction: 'dashboards.cellStyle',
  rowStyleFunction: 'dashboards.rowStyle',
  funcBody: 'dashboards.funcBody',
  markdownTextFunction: 'dashboards.markdownText',
  tooltipValueFormatter: 'dashboards.tooltipFunction',
  ticksFormatter: 'dashboards.axisFunction',
  axisTicksFormatter: 'dashboards.axisFunction',
  labelFunction: 'dashboards.labelFunction',
  tooltipFunction: 'dashboards.tooltipFunction',
  colorFunction: 'dashboards.colorFunction',
  markerImageFunction: 'dashboards.imageFunction',
  posFunction: 'dashboards.positionFunction',
  polygonLabelFunction: 'dashboards.areaLabelFunction',
  polygonTooltipFunction: 'dashboards.areaTooltipFunction',
  polygonColorFunction: 'dashboards.areaColorFunction',
  polygonStrokeColorFunction: 'dashboards.areaStrokeFunction',
  circleLabelFunction: 'dashboards.circleLabelFunction',
  circleTooltipFunction: 'dashboards.circleTooltipFunction',
  circleFillColorFunction: 'dashboards.circleColorFunction',
  circleStrokeColorFunction: 'dashboards.circleStrokeFunction',
  pointShapeFormatter: 'dashboards.pointFunction',
  parseValueFunction: 'dashboards.parseFunction',
  convertValueFunction: 'dashboards.convertFunction',
  getValueFunctionBody: 'dashboards.getFunction',
  setValueFunctionBody: 'dashboards.setFunction',
  customFunction: 'dashboards.actionCode',
  showWidgetActionFunction: 'dashboards.showCondition',
} as const

export function faultText(fault: NamedFault, t: Translate): string {
  const { setting, of, kind, name, message, line, column } = fault
  const key = Object.hasOwn(settingTexts, setting) ? settingTexts[setting as keyof typeof settingTexts] : null
  const named = key ? t(key) : setting
  const what = of === '' ? named : t('dashboards.functionOf', { setting: named, key: of })
  switch (kind) {
    case 'endless':
      return t('dashboards.functionEndless', { what })
    case 'unavailable':
      return t('dashboards.functionUnavailable', { what })
    case 'unusable':
      return t('dashboards.functionUnusable', { what })
    case 'notCompiled':
    case 'threw':
      return line === null
        ? t('dashboards.functionFailed', { what, error: `${name}: ${message}` })
        : t('dashboards.functionFailedAt', { what, error: `${name}: ${message}`, line, column: column ?? 1 })
  }
}
