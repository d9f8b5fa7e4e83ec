<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="tiles" tilewidth="8" tileheight="8" spacing="1" margin="2" tilecount="6" columns="3">
 <properties><property name="hitmask" value="solid"/></properties>
 <image source="../tiles.png" width="29" height="20"/>
 <tile id="1" class="slope"/>
 <tile id="2" type="ledge"><properties><property name="hitmask" value="one-way"/></properties></tile>
 <tile id="3" class="sensor"><properties>
  <property name="number" type="int" value="42"/>
  <property name="hurts" type="bool" value="true"/>
  <property name="color" type="color" value="#ff336699"/>
  <property name="factor" type="float" value="1.5"/>
  <property name="text">several
lines</property>
  <property name="owner" type="object" value="3"/>
  <property name="sound" type="file" value="../ouch.wav"/>
  <property name="parts" type="list"><item type="int" value="4"/><item value="five"/><item type="list"><item type="bool" value="true"/></item></property>
  <property name="loot" type="class" propertytype="Loot"><properties><property name="gold" type="int" value="7"/></properties></property>
 </properties></tile>
 <tile id="4"><objectgroup draworder="index"><object id="1" x="2" y="3" width="4" height="5"/><object id="2" x="0" y="8"><polygon points="0,0 3,0 0,-3"/></object></objectgroup></tile>
</tileset>
