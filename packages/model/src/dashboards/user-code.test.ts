import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeWidget } from './normalize-widget.ts'
import { hasUserCode } from './user-code.ts'

const widget = (config: object, runs: readonly string[] = []) =>
  hasUserCode(normalizeWidget('w', { config }, new Map()), runs)
const key = (more: object) => widget({ datasources: [{ type: 'entity', dataKeys: [{ name: 't', ...more }] }] })

test('plain settings hold none', () => {
  assert.equal(
    widget({ settings: { showLegend: true, useRowStyleFunction: false, rowStyleFunction: 'return 1' } }),
    false,
  )
  assert.equal(key({ settings: { tooltipValueFormatter: '', useCellStyleFunction: false } }), false)
  assert.equal(key({ usePostProcessing: true, postFuncBody: 'return value * 2' }), false)
})

test('finds it in settings, in keys and in their settings', () => {
  assert.equal(widget({ settings: { useRowStyleFunction: true, rowStyleFunction: 'return 1' } }), true)
  assert.equal(widget({ settings: { yaxis: { ticksFormatter: 'return value' } } }), true)
  assert.equal(key({ settings: { axisTicksFormatter: 'return value' } }), true)
  assert.equal(key({ type: 'function', funcBody: 'return 1' }), true)
  const cell = { useCellStyleFunction: true, cellStyleFunction: 'return {}' }
  assert.equal(widget({ alarmSource: { dataKeys: [{ name: 'type', type: 'alarm', settings: cell }] } }), true)
})

test('functions that do nothing are none', () => {
  const pointShapeFormatter = 'var size = radius * Math.sqrt(Math.PI) / 2;\nctx.rect(x - size, y - size, size, size);'
  assert.equal(key({ settings: { pointShapeFormatter, showPointShape: 'circle' } }), false)
  assert.equal(key({ settings: { pointShapeFormatter } }), false)
  assert.equal(key({ settings: { pointShapeFormatter, showPointShape: 'custom' } }), true)
  assert.equal(key({ settings: { tooltipValueFormatter: '// return value\n/* nothing */ ;' } }), false)
  assert.equal(key({ settings: { tooltipValueFormatter: '// as a word\nreturn value' } }), true)
  assert.equal(widget({ settings: { useRowStyleFunction: true, rowStyleFunction: ' \n' } }), false)
  assert.equal(widget({ settings: { useRowStyleFunction: true } }), true)
})

test('functions that are run do not count', () => {
  const settings = { useRowStyleFunction: true, rowStyleFunction: 'return 1' }
  assert.equal(widget({ settings }, ['rowStyleFunction']), false)
  assert.equal(widget({ settings: { ...settings, ticksFormatter: 'return value' } }, ['rowStyleFunction']), true)
})

test('texts with which control widgets begin are none', () => {
  const settings = { parseValueFunction: 'return data ? true : false;', convertValueFunction: 'return value;' }
  assert.equal(widget({ settings }), false)
  assert.equal(widget({ settings: { ...settings, parseValueFunction: 'return data === "open";' } }), true)
})
