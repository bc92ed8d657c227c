import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { gaugeReaders } from '@sonde/model/widgets/digital-gauges/digital-gauge'
import { expect, test } from 'vitest'
import { limitKey } from '../../dashboards/limits.ts'
import { gaugeText } from './gauge-fonts.ts'
import { gaugeSettings, glowFilter, levelColor } from './gauge-settings.ts'
import { angleAt, arcPath, arcShape } from './gauge-shape.ts'
import digitalGauge from './type.tsx'

const widgetOf = (typeAlias: string, settings: object) =>
  normalizeWidget('w', { bundleAlias: 'digital_gauges', typeAlias, config: { settings } }, new Map())
const gauge = (typeAlias: string, settings: object = {}) => gaugeSettings(widgetOf(typeAlias, settings), new Map())

test('each alias is a preset that settings override', () => {
  expect(gaugeReaders.size).toBe(13)
  expect(gauge('gauge_justgage').gaugeType).toBe('arc')
  expect([gauge('digital_thermometer').minValue, gauge('digital_thermometer').maxValue]).toEqual([-60, 60])
  expect(gauge('digital_bar').gaugeType).toBe('horizontalBar')
  expect(gauge('digital_bar', { gaugeType: 'donut', maxValue: 7 })).toMatchObject({
    gaugeType: 'donut',
    maxValue: 7,
    minValue: 0,
  })
  expect(gauge('mini_gauge_justgage', { minValue: 5, maxValue: 5 }).maxValue).toBe(6)
})

test('bands and limits are read as far as they stand in the settings', () => {
  const settings = gauge('gauge_justgage', {
    maxValue: 100,
    useFixedLevelColor: true,
    fixedLevelColors: [
      { from: { value: -10 }, to: { value: 50 }, color: '#00ff00' },
      { from: { valueSource: 'entityAttribute', attribute: 'a' }, to: { value: 200 }, color: 'var(--sd-critical)' },
      { from: { value: 60 }, to: { value: 50 }, color: '#00ff00' },
      { from: { value: 0 }, to: { value: 50 }, color: 'url(x)' },
    ],
    showTicks: true,
    ticksValue: [{ valueSource: 'predefinedValue', value: 80 }, { valueSource: 'entityAttribute' }],
  })
  expect(settings.bands).toEqual([
    { from: 0, to: 50, color: '#00ff00' },
    { from: 0, to: 100, color: 'var(--sd-critical)' },
  ])
  expect(settings.marks).toEqual([80])
  expect(gauge('gauge_justgage', { fixedLevelColors: [{ to: { value: 5 }, color: '#00ff00' }] }).bands).toEqual([])
})

test('bands and limits that attributes hold are asked for, and drawn when they are known', () => {
  const from = { valueSource: 'entityAttribute', entityAlias: 'Pump', attribute: 'highLimit' }
  const settings = {
    maxValue: 100,
    useFixedLevelColor: true,
    fixedLevelColors: [{ from, to: { value: 100 }, color: '#ff0000' }],
    showTicks: true,
    ticksValue: [from],
  }
  const widget = widgetOf('gauge_justgage', settings)
  const requests = digitalGauge.requests(widget, defaultTimeWindow(0))
  expect(requests.map(({ role, aliasName, datasource }) => [role, aliasName, datasource.dataKeys[0]?.name])).toEqual([
    ['limit', 'Pump', 'highLimit'],
  ])
  expect(gauge('gauge_justgage', settings)).toMatchObject({ bands: [], marks: [] })
  const live = new Map([[limitKey({ aliasName: 'Pump', attribute: 'highLimit' }), 80]])
  expect(gaugeSettings(widget, live)).toMatchObject({ bands: [{ from: 80, to: 100 }], marks: [80] })
})

test('level colours blend from low to high', () => {
  expect(levelColor([], 0.5)).toBe('var(--sd-chart-1)')
  expect(levelColor(['#111', '#222', '#333'], 0.5)).toBe('#222')
  expect(levelColor(['#111', '#222'], 0.25)).toBe('color-mix(in srgb, #222 25%, #111)')
  expect(levelColor(['#111', '#222'], 7)).toBe('#222')
})

test('an arc goes over 270° and stays within its box', () => {
  const shape = arcShape(300, 240, 0.75)
  expect((shape.end - shape.start) / Math.PI).toBeCloseTo(1.5)
  expect(shape.cy - shape.radius - shape.thickness / 2).toBeGreaterThanOrEqual(0)
  expect(shape.cy + shape.radius * Math.SQRT1_2).toBeLessThanOrEqual(240)
  expect(angleAt(shape, 2)).toBe(shape.end)
  expect(arcPath(shape, shape.radius, shape.start, shape.end)).toContain(' 1 1 ')
})

test('fonts are of a known family, relative in size; what the editor always writes counts as not set', () => {
  const font = { family: 'Roboto', size: 18, style: 'normal', weight: '500', color: '#666' } as const
  expect(gaugeText(font, 18)).toEqual({ scale: 1, style: {} })
  const chosen = gaugeText(
    { family: '"Segment7Standard", x', size: 36, style: 'italic', weight: '700', color: '#0f0' },
    18,
  )
  expect(chosen.scale).toBe(2)
  expect(chosen.style).toEqual({
    fontFamily: 'var(--sd-font-mono)',
    fontStyle: 'italic',
    fontWeight: '700',
    fill: '#0f0',
    color: '#0f0',
  })
  expect(gaugeText({ ...font, size: 900, weight: 'url(x)', family: 'a;b', color: 'url(x)' }, 18)).toEqual({
    scale: 2.5,
    style: {},
  })
})

test('a glow surrounds the value as far as it is bright', () => {
  expect(glowFilter(0, '#f00', 10)).toBeUndefined()
  expect(glowFilter(50, '#f00', 10)).toBe('drop-shadow(0 0 6px #f00)')
  expect(gauge('neon_gauge_justgage').neonGlowBrightness).toBe(70)
  expect(gauge('gauge_justgage', { animation: false }).animationMs).toBe(0)
})
