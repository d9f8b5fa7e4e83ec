<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="hills" tilewidth="16" tileheight="16" tilecount="9" columns="3">
 <image source="hills.png" width="48" height="48"/>
 <tile id="5"><properties><property name="hitmask" value="one-way"/></properties></tile>
 <tile id="6"><properties><property name="hitmask" value="sensor"/><property name="number" type="int" value="10"/><property name="deadly" type="bool" value="true"/></properties></tile>
 <tile id="7"><properties><property name="hitmask" value="none"/></properties></tile>
</tileset>
