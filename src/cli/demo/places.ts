/** A town by the water, with one of its postal codes and its position in degrees. */
export interface Place {
  country: 'US' | 'CA' | 'DE' | 'AU'
  city: string
  state: string
  postalCode: string
  latitude: number
  longitude: number
}

const US = `
Miami,FL,33132,25.78,-80.18
Fort Lauderdale,FL,33316,26.10,-80.13
Naples,FL,34102,26.14,-81.80
Sarasota,FL,34236,27.34,-82.54
Tampa,FL,33602,27.95,-82.46
Jacksonville,FL,32202,30.33,-81.65
Pensacola,FL,32502,30.41,-87.22
Savannah,GA,31401,32.08,-81.09
Charleston,SC,29401,32.78,-79.94
Wilmington,NC,28401,34.23,-77.95
New Bern,NC,28560,35.11,-77.04
Norfolk,VA,23510,36.85,-76.29
Annapolis,MD,21401,38.98,-76.50
Baltimore,MD,21224,39.28,-76.55
Atlantic City,NJ,08401,39.36,-74.43
Brooklyn,NY,11235,40.58,-73.95
Huntington,NY,11743,40.87,-73.42
Newport,RI,02840,41.49,-71.31
Mystic,CT,06355,41.36,-71.97
Marblehead,MA,01945,42.50,-70.86
Boston,MA,02110,42.36,-71.05
Portland,ME,04101,43.66,-70.26
Burlington,VT,05401,44.48,-73.22
Buffalo,NY,14202,42.89,-78.88
Cleveland,OH,44114,41.51,-81.69
Sandusky,OH,44870,41.45,-82.71
Detroit,MI,48207,42.35,-83.02
Traverse City,MI,49684,44.76,-85.62
Holland,MI,49423,42.78,-86.11
Chicago,IL,60611,41.90,-87.62
Milwaukee,WI,53202,43.05,-87.90
Duluth,MN,55802,46.77,-92.09
Minneapolis,MN,55401,44.98,-93.27
Lake Ozark,MO,65049,38.20,-92.64
Lewisville,TX,75067,33.02,-96.99
Austin,TX,78701,30.27,-97.74
Galveston,TX,77550,29.30,-94.79
Corpus Christi,TX,78401,27.80,-97.40
New Orleans,LA,70124,30.01,-90.11
Gulfport,MS,39501,30.37,-89.09
Mobile,AL,36602,30.69,-88.04
Knoxville,TN,37902,35.96,-83.92
Lake Havasu City,AZ,86403,34.48,-114.32
San Diego,CA,92106,32.72,-117.23
Newport Beach,CA,92663,33.62,-117.93
Sausalito,CA,94965,37.86,-122.49
Sacramento,CA,95814,38.58,-121.49
Portland,OR,97217,45.60,-122.69
Seattle,WA,98109,47.63,-122.34
Anacortes,WA,98221,48.50,-122.61
`

const CA = `
Vancouver,BC,V6B 4Y8,49.28,-123.11
Victoria,BC,V8V 1A1,48.42,-123.37
Kelowna,BC,V1Y 1A1,49.88,-119.49
Calgary,AB,T2P 1J9,51.05,-114.07
Winnipeg,MB,R3C 1A1,49.89,-97.14
Kenora,ON,P9N 1A1,49.77,-94.49
Toronto,ON,M5J 2N8,43.64,-79.38
Kingston,ON,K7L 1A1,44.23,-76.48
Ottawa,ON,K1A 0B1,45.42,-75.70
Barrie,ON,L4M 1A1,44.39,-79.69
Montréal,QC,H2Y 1C6,45.50,-73.55
Québec,QC,G1K 4A1,46.81,-71.20
Halifax,NS,B3J 1S9,44.65,-63.57
Charlottetown,PE,C1A 1A1,46.23,-63.13
`

const DE = `
Hamburg,HH,20459,53.55,9.98
Kiel,SH,24103,54.32,10.13
Lübeck,SH,23552,53.87,10.69
Flensburg,SH,24937,54.78,9.43
Rostock,MV,18055,54.09,12.14
Stralsund,MV,18439,54.31,13.09
Bremen,HB,28195,53.08,8.80
Potsdam,BB,14467,52.40,13.06
Konstanz,BW,78462,47.66,9.18
Starnberg,BY,82319,48.00,11.34
`

const AU = `
Sydney,NSW,2000,-33.87,151.21
Newcastle,NSW,2300,-32.93,151.78
Gold Coast,QLD,4217,-28.00,153.43
Airlie Beach,QLD,4802,-20.27,148.72
Cairns,QLD,4870,-16.92,145.77
Melbourne,VIC,3008,-37.82,144.95
Fremantle,WA,6160,-32.05,115.75
Hobart,TAS,7000,-42.88,147.33
`

function read(country: Place['country'], lines: string): Place[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [city = '', state = '', postalCode = '', latitude, longitude] = line.split(',')
      return { country, city, state, postalCode, latitude: Number(latitude), longitude: Number(longitude) }
    })
}

export const PLACES: Record<Place['country'], Place[]> = {
  US: read('US', US),
  CA: read('CA', CA),
  DE: read('DE', DE),
  AU: read('AU', AU),
}
