// Time zones by their cities, for a list that people search by typing the city.

/** All time zones of this runtime by region, UTC first. A stored zone that the runtime does not list stays choosable. */
export function zonesByRegion(chosen: string): [region: string, zones: string[]][] {
  const listed = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  const all = chosen === '' || chosen === 'UTC' || listed.includes(chosen) ? listed : [...listed, chosen];
  const regions = new Map<string, string[]>([['Everywhere', ['UTC']]]);
  for (const zone of all) {
    const region = zone.includes('/') ? (zone.split('/')[0] ?? '') : 'Everywhere';
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return [...regions].map(([region, zones]) => [
    region,
    region === 'Everywhere' ? zones : zones.sort((a, b) => cityOf(a).localeCompare(cityOf(b), 'en')),
  ]);
}

/** `America/Argentina/Buenos_Aires` → `Buenos Aires (Argentina)`. */
export function cityOf(zone: string): string {
  const parts = zone
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('_', ' '));
  if (parts.length === 0) return zone;
  const city = parts.at(-1) ?? zone;
  return parts.length > 1 ? `${city} (${parts[0]})` : city;
}

/**
 * The zone of a city as the list sends it: the names of all cities differ, and without the zones the list is half as long. A zone itself
 * stays as it is.
 */
export function zoneOfCity(sent: string): string {
  return Intl.supportedValuesOf('timeZone').find((zone) => cityOf(zone) === sent) ?? sent;
}
