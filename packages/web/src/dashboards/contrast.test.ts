import { expect, test } from 'vitest'
import { contrastOf, inksOn, parseColor, readableContrast, readableInk } from './contrast.ts'

const rgb = (text: string) => {
  const color = parseColor(text)
  if (!color) throw new Error(`${text} is no color.`)
  return color
}

test('colors are parsed in the forms that editors write', () => {
  expect(rgb('#fff')).toEqual({ red: 255, green: 255, blue: 255, alpha: 1 })
  expect(rgb('rgba(0, 0, 0, 0.5)')).toEqual({ red: 0, green: 0, blue: 0, alpha: 0.5 })
  expect(rgb('rgb(100% 0% 0% / 50%)')).toEqual({ red: 255, green: 0, blue: 0, alpha: 0.5 })
  expect([parseColor('tomato'), parseColor('#12345'), parseColor('rgb(1,2)'), parseColor('rgb(a,b,c)')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('contrast is that of WCAG', () => {
  expect(contrastOf(rgb('#000'), rgb('#fff'))).toBeCloseTo(21)
  expect(contrastOf(rgb('#777'), rgb('#fff'))).toBeCloseTo(4.48, 2)
  expect(contrastOf(rgb('#00000000'), rgb('#123456'))).toBeCloseTo(1)
})

test('a text color changes only as far as it must be changed to be read', () => {
  expect(readableInk('#00f', '#ffffff')).toBe('#00f')
  expect(readableInk('tomato', '#fff')).toBe('tomato')
  for (const background of ['#000000', '#161b22', '#808080', '#4a90d9', '#ffee00', '#fff']) {
    for (const ink of ['#00f', '#777', '#fff', '#000', '#ff8800']) {
      expect(contrastOf(rgb(readableInk(ink, background)), rgb(background))).toBeGreaterThanOrEqual(readableContrast)
    }
  }
})

test('a background gets texts that can be read on it; a chosen color stays', () => {
  for (const background of ['#000000', '#263238', '#808080', '#4a90d9', '#ffee00', 'rgba(0, 0, 0, 0.8)', '#fafafa']) {
    const inks = inksOn(background)
    if (!inks) throw new Error(`${background} has no text colors.`)
    for (const ink of [inks.text, inks.text2, inks.text3]) {
      const behind = background.startsWith('rgba') ? '#333333' : background
      expect(contrastOf(rgb(ink), rgb(behind))).toBeGreaterThanOrEqual(readableContrast)
    }
  }
  expect(inksOn('#000000')).toMatchObject({ isDark: true, text: '#ffffff' })
  expect(inksOn('#ffee00')?.isDark).toBe(false)
  expect(inksOn('#263238', '#80cbc4')?.text).toBe('#80cbc4')
  expect([inksOn('linear-gradient(red, blue)'), inksOn('rgba(0, 0, 0, 0)')]).toEqual([null, null])
})
